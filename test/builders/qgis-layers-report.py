"""Adds a layer definition file to a QGIS project without a window and prints its layers as JSON.

Usage: qgis-layers-report.py FILE
"""

import json
import os
import sys

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from qgis.core import QgsApplication, QgsDataSourceUri, QgsLayerDefinition, QgsProject

application = QgsApplication([], False)
application.initQgis()
project = QgsProject.instance()
loaded, message = QgsLayerDefinition.loadLayerDefinition(sys.argv[1], project, project.layerTreeRoot())
layers = []
for layer in project.mapLayers().values():
    uri = QgsDataSourceUri(layer.source())
    layers.append(
        {
            "name": layer.name(),
            "valid": layer.isValid(),
            "key": uri.keyColumn(),
            "estimated": uri.useEstimatedMetadata(),
            "credentials": uri.username() + uri.password(),
            "ids": [feature["detection_id"] for feature in layer.getFeatures()],
        }
    )
print(json.dumps({"loaded": loaded, "message": message, "layers": sorted(layers, key=lambda each: each["name"])}))
project.clear()
application.exitQgis()
