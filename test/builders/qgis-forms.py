"""Opens tables of a GeoPackage in QGIS without a window, and saves a picture of the form of a row of each.

Usage: qgis-forms.py FILE FOLDER COLOR PIXELS TABLE=WHERE…. Prints as JSON how many pixels of each form have the color,
once one of a table has so many. Those of a table are shown at once.
"""

import json
import os
import sys
import time
from itertools import groupby

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from qgis.core import QgsApplication, QgsFeatureRequest, QgsProject, QgsVectorLayer
from qgis.gui import QgsAttributeForm, QgsGui
from qgis.PyQt.QtGui import QColor, QImage

file, folder, color, pixels, *tables = sys.argv[1:]
QgsApplication.setPrefixPath("/usr", True)
application = QgsApplication([], True)
application.initQgis()
QgsGui.editorWidgetRegistry().initEditors()

layers = []
for entry in tables:
    name, condition = entry.split("=", 1)
    layers.append((name, condition, QgsVectorLayer(f"{file}|layername={name}", f"case — {name}", "ogr")))
QgsProject.instance().addMapLayers([layer for _, _, layer in layers])


def grab(form):
    return form.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def count(image):
    values = memoryview(image.constBits().asstring(image.sizeInBytes())).cast("I")
    return values.tolist().count(QColor(color).rgb())


report = []
for name, rows in groupby(layers, key=lambda layer: layer[0]):
    forms = []
    for _, condition, layer in rows:
        feature = next(layer.getFeatures(QgsFeatureRequest().setFilterExpression(condition)))
        form = QgsAttributeForm(layer, feature)
        form.resize(600, 900)
        form.show()
        forms.append(form)
    # The part with the image is a page that loads by itself, which those of the other forms have done by then, too.
    until = time.monotonic() + 60
    while max(count(grab(form)) for form in forms) < int(pixels) and time.monotonic() < until:
        application.processEvents()
    for form in forms:
        image = grab(form)
        image.save(os.path.join(folder, f"form-{len(report)}-{name}.png"))
        report.append(count(image))
        form.close()
print(json.dumps(report))
