"""Opens a project, or the layers of a GeoPackage, in QGIS without a window and prints as JSON how it shows them.

Usage: qgis-report.py FILE PICTURE. The picture is a map of all layers from a file.
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


QgsApplication.setPrefixPath("/usr", True)
application = QgsApplication([], False)
application.initQgis()

file, picture = sys.argv[1:]
settings = QgsMapSettings()
of_project = None
if file.endswith(".qgz"):
    project = QgsProject.instance()
    # The desktop's canvas takes its view from this element.
    project.readProject.connect(
        lambda document: settings.readXml(document.elementsByTagName("mapcanvas").item(0))
    )
    loaded = project.read(file)
    groups = project.layerTreeRoot().children()
    layers = [tree_layer.layer() for tree_layer in project.layerTreeRoot().findLayers()]
    extent = project.viewSettings().defaultViewExtent()
    of_project = {
        "loaded": loaded,
        "crs": project.crs().authid(),
        "canvas": project.backgroundColor().name(),
        "extent": [extent.xMinimum(), extent.yMinimum(), extent.xMaximum(), extent.yMaximum()],
        "window": [getattr(settings.extent(), side)() for side in ("xMinimum", "yMinimum", "xMaximum", "yMaximum")],
        "groups": {group.name(): [layer.name() for layer in group.findLayers()] for group in groups},
        "absolute": project.readBoolEntry("Paths", "/Absolute")[0],
    }
    settings.setBackgroundColor(project.backgroundColor())
else:
    details = QgsProviderRegistry.instance().querySublayers(file)
    layers = [
        QgsVectorLayer(f"{file}|layername={detail.name()}", detail.name(), "ogr")
        for detail in details
        if detail.name() != "layer_styles"
    ]
    # The desktop does this, too, after it has added a layer; the constructor of a layer resets its temporal properties.
    for layer in layers:
        layer.loadDefaultStyle()
    settings.setBackgroundColor(QColor("#ffffff"))

drawn_layers = [layer for layer in layers if layer.isValid() and layer.providerType() == "ogr"]
settings.setLayers(drawn_layers)
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

print(
    json.dumps({"project": of_project, "layers": [report_of(layer) for layer in layers], "pixels": drawn}),
    flush=True,
)
# QGIS crashes when Python deletes its objects in another order than it expects.
os._exit(0)
