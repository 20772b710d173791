"""Opens projects, or the layers of GeoPackages, in QGIS without a window.

Each line of stdin is a request in JSON, {"file", "picture"}; the picture is a map of all layers from a file. Prints for
each a line in JSON how QGIS shows the file.
"""

import json
import os
import sys
from collections import Counter

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from qgis.core import (
    QgsApplication,
    QgsMapRendererParallelJob,
    QgsMapLayerType,
    QgsMapSettings,
    QgsProject,
    QgsProviderRegistry,
    QgsVectorLayer,
)
from qgis.PyQt.QtCore import QSize
from qgis.PyQt.QtGui import QColor, QImage


def symbol_of(symbol):
    return {
        "color": symbol.color().name(),
        "layers": [layer.layerType() for layer in symbol.symbolLayers()],
    }


def report_of(layer):
    if layer.type() == QgsMapLayerType.RasterLayer:
        return {
            "name": layer.name(),
            "valid": layer.isValid(),
            "abstract": layer.metadata().abstract(),
            "opacity": layer.renderer().opacity(),
            "rights": layer.metadata().rights(),
        }
    renderer = layer.renderer()
    temporal = layer.temporalProperties()
    report = {
        "name": layer.name().split(" — ")[-1],
        "valid": layer.isValid(),
        "abstract": layer.metadata().abstract(),
        "features": layer.featureCount(),
        "renderer": renderer.type(),
        "aliases": {field.name(): field.alias() for field in layer.fields() if field.alias()},
        "time": temporal.startField() if temporal.isActive() else None,
        "styles": layer.listStylesInDatabase()[0],
    }
    if renderer.type() == "categorizedSymbol":
        report["categories"] = {
            category.value(): {"label": category.label(), **symbol_of(category.symbol())}
            for category in renderer.categories()
        }
    else:
        report["symbol"] = symbol_of(renderer.symbol())
    return report


def open_project(file, settings):
    project = QgsProject.instance()
    # The desktop's canvas takes its view from this element.
    read_view = lambda document: settings.readXml(document.elementsByTagName("mapcanvas").item(0))
    project.readProject.connect(read_view)
    loaded = project.read(file)
    project.readProject.disconnect(read_view)
    groups = project.layerTreeRoot().children()
    extent = project.viewSettings().defaultViewExtent()
    settings.setBackgroundColor(project.backgroundColor())
    return [tree_layer.layer() for tree_layer in project.layerTreeRoot().findLayers()], {
        "loaded": loaded,
        "crs": project.crs().authid(),
        "canvas": project.backgroundColor().name(),
        "extent": [extent.xMinimum(), extent.yMinimum(), extent.xMaximum(), extent.yMaximum()],
        "window": [getattr(settings.extent(), side)() for side in ("xMinimum", "yMinimum", "xMaximum", "yMaximum")],
        "groups": {group.name(): [layer.name() for layer in group.findLayers()] for group in groups},
        "absolute": project.readBoolEntry("Paths", "/Absolute")[0],
    }


def open_layers(file, settings):
    layers = [
        QgsVectorLayer(f"{file}|layername={detail.name()}", detail.name(), "ogr")
        for detail in QgsProviderRegistry.instance().querySublayers(file)
        if detail.name() != "layer_styles"
    ]
    # The desktop does this, too, after it has added a layer; the constructor of a layer resets its temporal properties.
    for layer in layers:
        layer.loadDefaultStyle()
    settings.setBackgroundColor(QColor("#ffffff"))
    return layers


def respond(file, picture):
    settings = QgsMapSettings()
    of_project = None
    if file.endswith(".qgz"):
        layers, of_project = open_project(file, settings)
    else:
        layers = open_layers(file, settings)
    settings.setLayers([layer for layer in layers if layer.isValid() and layer.providerType() == "ogr"])
    settings.setOutputSize(QSize(400, 400))
    if of_project is None:
        settings.setExtent(settings.fullExtent())
    job = QgsMapRendererParallelJob(settings)
    job.start()
    job.waitForFinished()
    image = job.renderedImage()
    image.save(picture)
    opaque = image.convertToFormat(QImage.Format.Format_RGB32)
    values = Counter(memoryview(opaque.constBits().asstring(opaque.sizeInBytes())).cast("I").tolist())
    drawn = {QColor(value).name(): count for value, count in values.items()}
    report = {"project": of_project, "layers": [report_of(layer) for layer in layers], "pixels": drawn}
    QgsProject.instance().clear()
    return report


QgsApplication.setPrefixPath("/usr", True)
application = QgsApplication([], False)
application.initQgis()
for line in sys.stdin:
    print(json.dumps(respond(**json.loads(line))), flush=True)
# QGIS crashes when Python deletes its objects in another order than it expects.
os._exit(0)
