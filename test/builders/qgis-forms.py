"""Opens tables of a GeoPackage in QGIS without a window, and saves a picture of the form of a row of each.

Usage: qgis-forms.py FILE FOLDER COLOR TABLE=WHERE…. Prints as JSON how many pixels of each form have the color.
"""

import json
import os
import sys
import time

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from qgis.core import QgsApplication, QgsFeatureRequest, QgsProject, QgsVectorLayer
from qgis.gui import QgsAttributeForm, QgsGui
from qgis.PyQt.QtGui import QColor

file, folder, color, *tables = sys.argv[1:]
QgsApplication.setPrefixPath("/usr", True)
application = QgsApplication([], True)
application.initQgis()
QgsGui.editorWidgetRegistry().initEditors()

layers = []
for entry in tables:
    name, condition = entry.split("=", 1)
    layers.append((name, condition, QgsVectorLayer(f"{file}|layername={name}", f"case — {name}", "ogr")))
QgsProject.instance().addMapLayers([layer for _, _, layer in layers])


def count(form, picture):
    image = form.grab().toImage()
    image.save(picture)
    wanted = QColor(color).rgb()
    return sum(image.pixel(x, y) == wanted for x in range(image.width()) for y in range(image.height()))


report = []
for index, (name, condition, layer) in enumerate(layers):
    feature = next(layer.getFeatures(QgsFeatureRequest().setFilterExpression(condition)))
    form = QgsAttributeForm(layer, feature)
    form.resize(600, 900)
    form.show()
    # The part with the image is a page that loads by itself.
    until = time.monotonic() + 20
    pixels = 0
    while pixels == 0 and time.monotonic() < until:
        application.processEvents()
        pixels = count(form, os.path.join(folder, f"form-{index}-{name}.png"))
    report.append(pixels)
    form.close()
print(json.dumps(report))
