/** Locations of the vertex attributes, as the shaders declare them. */
export const shapeAttributes = { begin: 0, shape: 1, end: 2 } as const;

/** Number of colors in a row of the texture. */
export const colorsInRow = 1024;

/** Highlighting of a shape, stored as the alpha of its color; 0 hides it. */
export const shapeMarks = { hidden: 0, plain: 1, selected: 2, hovered: 3, focused: 4 } as const;
export type ShapeMark = (typeof shapeMarks)[keyof typeof shapeMarks];

/**
 * Computes the position of a vertex. As with detections, positions are subtracted from the view's center as integers,
 * so that shapes do not jitter; `center` is that of the copy of the world that is drawn.
 */
const head = `#version 300 es
precision highp float;
precision highp int;
precision highp sampler2D;

layout(location = ${shapeAttributes.begin}) in ivec2 begin;
layout(location = ${shapeAttributes.shape}) in uint shape;   // two highest bits: no edge is drawn from here
uniform ivec2 center;         // units, rounded down
uniform vec2 centerFraction;  // what rounding left
uniform mat2 unitsToPixels;   // right and down, CSS pixels
uniform vec2 pixelsToClip;
uniform sampler2D colors;     // a texel for each shape; alpha: its mark

const vec4 nowhere = vec4(2.0, 2.0, 0.0, 1.0);

vec4 shapeColor() {
  int slot = int(shape & 0x3fffffffu);
  vec4 texel = texelFetch(colors, ivec2(slot % ${colorsInRow}, slot / ${colorsInRow}), 0);
  return vec4(texel.rgb, floor(texel.a * 255.0 + 0.5));
}

vec2 pixelsFromCenter(ivec2 position) {
  return unitsToPixels * (vec2(position - center) - centerFraction);
}
`;

/** Draws the interiors as triangles. */
export const fillVertexShader = `${head}
uniform float fillAlpha;
flat out vec4 color;

void main() {
  vec4 base = shapeColor();
  if (base.a == 0.0) {
    gl_Position = nowhere;
    return;
  }
  float alpha = base.a == 1.0 ? fillAlpha : fillAlpha * 2.0;
  color = vec4(base.rgb * alpha, alpha);
  gl_Position = vec4(pixelsFromCenter(begin) * pixelsToClip, 0.0, 1.0);
}
`;

export const fillFragmentShader = `#version 300 es
precision highp float;
flat in vec4 color;
out vec4 fragment;
void main() { fragment = color; }
`;

/** Draws the outlines: each edge is an instance of two triangles, as wide as the line and its antialiased sides. */
export const lineVertexShader = `${head}
layout(location = ${shapeAttributes.end}) in ivec2 end;
uniform float lineWidth;      // CSS pixels
uniform vec3 selectedLine;    // colors
uniform vec3 focusLine;
uniform float pixelRatio;
flat out vec4 color;
flat out float halfWidth;     // device pixels
out float aside;              // device pixels from the middle of the line

void main() {
  vec4 base = shapeColor();
  if (base.a == 0.0 || (shape & 0xc0000000u) != 0u) {
    gl_Position = nowhere;
    return;
  }
  color = vec4(base.rgb, 0.95);
  if (base.a == ${shapeMarks.selected}.0) color = vec4(selectedLine, 1.0);
  if (base.a == ${shapeMarks.hovered}.0) color = vec4(focusLine, 0.75);
  if (base.a == ${shapeMarks.focused}.0) color = vec4(focusLine, 1.0);
  color.rgb *= color.a;
  float width = base.a == 1.0 ? lineWidth : lineWidth + 1.4;
  halfWidth = width * pixelRatio / 2.0;
  float reach = width / 2.0 + 1.0 / pixelRatio;
  vec2 from = pixelsFromCenter(begin);
  vec2 to = pixelsFromCenter(end);
  vec2 along = to - from;
  float size = length(along);
  along = size > 0.0 ? along / size : vec2(1.0, 0.0);
  vec2 across = vec2(-along.y, along.x);
  float side = float(gl_VertexID & 1) * 2.0 - 1.0;
  bool isBegin = gl_VertexID < 2;
  // Extending the edges beyond their ends closes the corners.
  vec2 corner = isBegin ? from - along * width / 2.0 : to + along * width / 2.0;
  aside = side * reach * pixelRatio;
  gl_Position = vec4((corner + across * side * reach) * pixelsToClip, 0.0, 1.0);
}
`;

export const lineFragmentShader = `#version 300 es
precision highp float;
flat in vec4 color;
flat in float halfWidth;
in float aside;
out vec4 fragment;
void main() { fragment = color * clamp(halfWidth - abs(aside) + 0.5, 0.0, 1.0); }
`;
