"""Runs GDAL's functions for tests: a request in JSON on each line of stdin, its response on a line of stdout."""

import json
import sys

from osgeo import gdal, ogr

OUTPUT = "/vsimem/output"


def opened(file):
    dataset = gdal.OpenEx(file, gdal.OF_VECTOR)
    if dataset is None:
        raise RuntimeError(f"GDAL does not open {file}")
    return dataset


def ogr2ogr(target, source, options):
    """What `ogr2ogr` does with these options; returns the text of a target of `/vsistdout/`."""
    is_printed = target == "/vsistdout/"
    if target == source:
        source = target = gdal.OpenEx(source, gdal.OF_VECTOR | gdal.OF_UPDATE)
    else:
        source = opened(source)
    written = gdal.VectorTranslate(OUTPUT if is_printed else target, source, options=options)
    if written is None:
        raise RuntimeError("GDAL wrote nothing")
    del written, source, target
    return take_output() if is_printed else ""


def take_output():
    file = gdal.VSIFOpenL(OUTPUT, "rb")
    size = gdal.VSIStatL(OUTPUT).size
    text = bytes(gdal.VSIFReadL(1, size, file)).decode() if size > 0 else ""
    gdal.VSIFCloseL(file)
    gdal.Unlink(OUTPUT)
    return text


def layers(file):
    dataset = opened(file)
    return [describe(dataset.GetLayer(index)) for index in range(dataset.GetLayerCount())]


def describe(layer):
    definition = layer.GetLayerDefn()
    fields = [definition.GetFieldDefn(index) for index in range(definition.GetFieldCount())]
    extent = layer.GetExtent(can_return_null=True)
    west, east, south, north = extent or (0, 0, 0, 0)
    return {
        "name": layer.GetName(),
        "features": layer.GetFeatureCount(),
        "extent": [round(value, 6) for value in (west, south, east, north)] if extent else None,
        "geometry": ogr.GeometryTypeToName(layer.GetGeomType()),
        "fields": {field.GetName(): field.GetTypeName() for field in fields},
    }


def respond(line):
    complaints = []
    gdal.PushErrorHandler(lambda _kind, _number, text: complaints.append(text))
    try:
        name, *values = json.loads(line)
        return {"value": globals()[name](*values), "complaints": complaints}
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}", "complaints": complaints}
    finally:
        gdal.PopErrorHandler()


for line in sys.stdin:
    print(json.dumps(respond(line)), flush=True)
