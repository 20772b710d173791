import {
  headedShapes,
  type ShapeName,
  shapeNames,
  shapeReach,
} from '../../../shared/results/symbol-shapes.ts';
import { rejectedOpacity } from '../map-colors.ts';
import { fullRadius } from './paint-view.ts';
import { atlasRange, atlasReach } from './shape-atlas.ts';

/** Locations of the vertex attributes, as the vertex shaders declare them. */
export const attributes = { position: 0, time: 1, facts: 2, mask: 3, size: 4, heading: 5, color: 6 } as const;

/** Highlight of a detection. */
export const marks = { none: 0, flagged: 1, selected: 2, hovered: 3, focused: 4 } as const;
export type Mark = (typeof marks)[keyof typeof marks];

/**
 * Place of a detection and whether it is drawn; all programs over the packed buffer begin with it.
 *
 * Positions are subtracted from the view's center as integers, so points do not jitter at any zoom. Float32 alone
 * resolves no more than 2.4 m in a world 40,000 km wide. The unsigned difference of x, read as signed, is also the
 * position on the nearest world copy. So wrapping at the antimeridian needs no further code.
 */
export const detectionShaderHeader = `#version 300 es
precision highp float;
precision highp int;
precision highp usampler2D;

layout(location = ${attributes.position}) in uvec2 position;
layout(location = ${attributes.time}) in uint time;
layout(location = ${attributes.facts}) in uvec4 facts; // category, confidence, flags, whether a hull is drawn
layout(location = ${attributes.mask}) in uint mask;

uniform uint mark;
uniform uvec2 center;         // feed units, rounded down
uniform vec2 centerFraction;  // what rounding left
uniform float worldOffset;    // feed units to the copy of the world that is drawn
uniform mat2 unitsToClip;
uniform bool hasTime;
uniform uvec2 timeRange;
uniform bool hasConfidence;
uniform uint minConfidence;
uniform bool hasBox;
uniform uvec4 box;            // west, east, north, south
uniform uint verdicts;        // bit n: verdict n passes
uniform uint flagStates;      // bit 0: unflagged ones pass, bit 1: flagged ones
uniform sampler2D palette;

bool matches(float alpha) {
  if (mark == ${marks.focused}u) return true;
  if (alpha == 0.0 || mask == 0u) return false;
  if (hasTime && (time == 0u || time < timeRange.x || time >= timeRange.y)) return false;
  if (hasConfidence && (facts.y == 255u || facts.y < minConfidence)) return false;
  if (((verdicts >> ((facts.z >> 2u) & 3u)) & 1u) == 0u) return false;
  if (((flagStates >> ((facts.z >> 4u) & 1u)) & 1u) == 0u) return false;
  return !hasBox || (position.x - box.x <= box.y - box.x && position.y >= box.z && position.y <= box.w);
}

vec4 categoryColor() {
  return texelFetch(palette, ivec2(int(facts.x), 0), 0);
}

vec2 clipPosition() {
  float x = float(int(position.x - center.x)) - centerFraction.x + worldOffset;
  // y does not wrap: high and low halves are subtracted separately, each small enough to be exact.
  float y = float(int(position.y >> 16) - int(center.y >> 16)) * 65536.0
    + float(int(position.y & 65535u) - int(center.y & 65535u)) - centerFraction.y;
  return unitsToClip * vec2(x, y);
}

/** A position outside of the clip volume, so that nothing is drawn. */
const vec4 nowhere = vec4(2.0, 2.0, 0.0, 1.0);
`;

const numberOf = (name: ShapeName) => `${shapeNames.indexOf(name)}u`;

/** Points, with a ring where they are highlighted. */
export const vertexShader = `${detectionShaderHeader}
layout(location = ${attributes.size}) in uint size;       // 0…254 over the scale, 255 without value
layout(location = ${attributes.heading}) in uint heading; // 0…254 for 0…360°, 255 without
layout(location = ${attributes.color}) in uint colorCode; // index in the second row of the palette

uniform float pixelRatio;
uniform float radius;         // CSS pixels
uniform bool hasSizes;
uniform vec2 sizeRadii;       // CSS pixels, of the smallest and the largest value
uniform bool showsShapes;
uniform bool hasHeadings;
uniform bool hasColors;
uniform float rotation;       // of the view, radians clockwise
uniform vec3 flaggedRing;     // colors
uniform vec3 selectedRing;
uniform vec3 focusRing;

flat out vec4 color;
flat out vec4 ring;           // color of the ring, transparent for none
flat out vec3 sizes;          // CSS pixels: radius of a disc or factor of a shape, radius of the ring, half the sprite
flat out uint shape;          // index in shapeNames
flat out vec2 towards;        // where the shape points, right and down

const float reaches[${shapeNames.length}] = float[](${shapeNames.map((name) => shapeReach(name).toFixed(2)).join(', ')});

/** Whether a mark of this shape points where its detection heads; without a heading it is a disc. */
bool isHeaded(uint kind) {
  return ${headedShapes.map((name) => `kind == ${numberOf(name)}`).join(' || ')};
}

void main() {
  vec4 base = categoryColor();
  if (!matches(base.a)) {
    gl_Position = nowhere;
    gl_PointSize = 1.0;
    return;
  }
  gl_Position = vec4(clipPosition(), 0.0, 1.0);
  uint kind = 255u - uint(base.a * 255.0 + 0.5);
  bool isDirected = hasHeadings && heading != 255u;
  float share = 1.0;
  towards = vec2(0.0, -1.0);
  shape = showsShapes ? kind : 0u;
  if (isDirected && (isHeaded(shape) || (showsShapes && kind == 0u))) {
    if (kind == 0u) shape = ${numberOf('arrow')};
    float turn = float(heading) * (6.283185307 / 255.0) + rotation;
    towards = vec2(sin(turn), -cos(turn));
  } else if (isHeaded(shape)) {
    share = kind == ${numberOf('dart')} ? 0.6 : 0.9;
    shape = 0u;
  }

  float pointRadius = radius;
  color = vec4(hasColors ? texelFetch(palette, ivec2(int(colorCode), 1), 0).rgb : base.rgb, 1.0);
  if (hasSizes) {
    pointRadius = size == 255u ? sizeRadii.x : mix(sizeRadii.x, sizeRadii.y, float(size) / 254.0);
    // Without a value: visible, but distinct from a small one.
    if (size == 255u) color.a = 0.45;
  }
  if (facts.w == 1u) color.a = 0.0;
  // Rejected ones are dimmed.
  if (((facts.z >> 2u) & 3u) == 2u) color.a *= ${rejectedOpacity};
  pointRadius *= share;
  float factor = pointRadius / ${fullRadius.toFixed(1)};
  float reach = shape == 0u ? pointRadius : reaches[shape] * factor;
  float ringRadius = 0.0;
  ring = vec4(0.0);
  if (mark == ${marks.flagged}u) { ring = vec4(flaggedRing, 1.0); ringRadius = reach + 1.5; }
  if (mark == ${marks.selected}u) { ring = vec4(selectedRing, 1.0); ringRadius = reach + clamp(2.0 * radius - 2.2, 1.0, 3.0); }
  if (mark == ${marks.hovered}u) { ring = vec4(focusRing, 0.75); ringRadius = reach + 3.5; }
  if (mark == ${marks.focused}u) { ring = vec4(focusRing, 1.0); ringRadius = reach + 6.5; }
  float halfSprite = max(reach + 1.0, ringRadius + 1.0) + 1.0;
  sizes = vec3(shape == 0u ? pointRadius : factor, ringRadius, halfSprite);
  gl_PointSize = 2.0 * halfSprite * pixelRatio;
}
`;

/**
 * Marks in the shape and color of their analytic, each with its ring; or, drawn before, their casings. Together they
 * look like one mark, and the casings of a crowd do not cover its fills.
 */
export const fragmentShader = `#version 300 es
precision highp float;
precision highp int;

uniform float pixelRatio;
uniform sampler2D shapes;     // distances, see createShapeAtlas
uniform vec4 casing;          // color, and width in CSS pixels
uniform bool drawsCasings;
flat in vec4 color;
flat in vec4 ring;
flat in vec3 sizes;
flat in uint shape;
flat in vec2 towards;
out vec4 fragment;

float cover(float inside) {
  return clamp(inside * pixelRatio + 0.5, 0.0, 1.0);
}

/** How far a place is inside of the shape, in CSS pixels. */
float insideShape(vec2 offset) {
  vec2 turned = vec2(dot(offset, vec2(-towards.y, towards.x)), -dot(offset, towards));
  vec2 cell = clamp(turned / (sizes.x * ${(2 * atlasReach).toFixed(1)}) + 0.5, 0.02, 0.98);
  float level = texture(shapes, vec2((float(shape) + cell.x) / ${shapeNames.length.toFixed(1)}, cell.y)).r;
  return (level * 2.0 - 1.0) * ${atlasRange.toFixed(1)} * sizes.x;
}

void main() {
  vec2 offset = (gl_PointCoord * 2.0 - 1.0) * sizes.z;
  float inside = shape == 0u ? sizes.x - length(offset) : insideShape(offset);
  float fill = cover(inside);
  if (drawsCasings) {
    // What shows next to the fill that is blended over it, also where that is translucent.
    float edge = color.a * cover(inside + casing.a) * (1.0 - fill) / max(1.0 - color.a * fill, 0.001);
    if (edge == 0.0) discard;
    fragment = vec4(casing.rgb, 1.0) * edge;
    return;
  }
  vec4 point = vec4(color.rgb, 1.0) * color.a * fill;
  float band = cover(1.0 - abs(length(offset) - sizes.y)) * ring.a * step(0.5, sizes.y);
  fragment = vec4(ring.rgb, 1.0) * band + point * (1.0 - band);
  if (fragment.a == 0.0) discard;
}
`;
