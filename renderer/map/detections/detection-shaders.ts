/** Places of the vertex attributes in the packed buffer, as the vertex shader declares them. */
export const attributes = { position: 0, time: 1, facts: 2 } as const;

/** How a detection is marked: the last byte of its packed form. Later ones are drawn over earlier ones. */
export const marks = { none: 0, selected: 1, hovered: 2, focused: 3 } as const;

/**
 * Positions are subtracted from the view's centre as integers, so points keep still at every zoom: float32 alone holds
 * no more than 2.4 m in a world 40,000 km wide. The unsigned difference of x, read as signed, is at the same time the
 * copy of the point nearest to the centre, which is all that wrapping at the antimeridian takes.
 */
export const vertexShader = `#version 300 es
precision highp float;
precision highp int;
precision highp usampler2D;

layout(location = ${attributes.position}) in uvec2 position;
layout(location = ${attributes.time}) in uint time;
layout(location = ${attributes.facts}) in uvec4 facts; // category, confidence, flags, mark

uniform uvec2 center;         // feed units, rounded down
uniform vec2 centerFraction;  // what rounding left
uniform float worldOffset;    // feed units to the copy of the world that is drawn
uniform mat2 unitsToClip;
uniform float pixelRatio;
uniform float radius;         // CSS pixels
uniform bool onlyRings;
uniform bool hasTime;
uniform uvec2 timeRange;
uniform bool hasConfidence;
uniform uint minConfidence;
uniform bool hasBox;
uniform uvec4 box;            // west, east, north, south
uniform sampler2D palette;

flat out vec4 color;
flat out vec4 ring;           // colour of the ring, transparent for none
flat out vec3 sizes;          // CSS pixels: radius of the point, radius of the ring, half the sprite
flat out float isArea;

bool passes() {
  if (facts.w == ${marks.focused}u) return true;
  if (hasTime && (time == 0u || time < timeRange.x || time >= timeRange.y)) return false;
  if (hasConfidence && (facts.y == 255u || facts.y < minConfidence)) return false;
  return !hasBox || (position.x - box.x <= box.y - box.x && position.y >= box.z && position.y <= box.w);
}

void main() {
  vec4 own = texelFetch(palette, ivec2(int(facts.x), 0), 0);
  bool isHidden = own.a == 0.0 && facts.w != ${marks.focused}u;
  if (isHidden || !passes()) {
    gl_Position = vec4(2.0, 2.0, 0.0, 1.0);
    gl_PointSize = 1.0;
    return;
  }
  float x = float(int(position.x - center.x)) - centerFraction.x + worldOffset;
  // y does not wrap: the halves are subtracted apart, each small enough to be exact.
  float y = float(int(position.y >> 16) - int(center.y >> 16)) * 65536.0
    + float(int(position.y & 65535u) - int(center.y & 65535u)) - centerFraction.y;
  gl_Position = vec4(unitsToClip * vec2(x, y), 0.0, 1.0);

  color = vec4(own.rgb, 0.9);
  isArea = (facts.z & 1u) == 1u ? 1.0 : 0.0;
  float ringRadius = 0.0;
  ring = vec4(0.0);
  if (onlyRings) {
    if (facts.w == ${marks.selected}u) { ring = vec4(0.298, 0.761, 0.831, 1.0); ringRadius = radius + 3.0; }
    if (facts.w == ${marks.hovered}u) { ring = vec4(1.0, 1.0, 1.0, 0.75); ringRadius = radius + 3.5; }
    if (facts.w == ${marks.focused}u) { ring = vec4(1.0, 1.0, 1.0, 1.0); ringRadius = radius + 6.5; }
  }
  float halfSprite = max(radius * (1.0 + 0.4 * isArea), ringRadius + 1.0) + 1.0;
  sizes = vec3(radius, ringRadius, halfSprite);
  gl_PointSize = 2.0 * halfSprite * pixelRatio;
}
`;

/** Discs for points, diamonds for detections with an extent, each with a ring where one is asked for. */
export const fragmentShader = `#version 300 es
precision highp float;

uniform float pixelRatio;
flat in vec4 color;
flat in vec4 ring;
flat in vec3 sizes;
flat in float isArea;
out vec4 fragment;

float cover(float inside) {
  return clamp(inside * pixelRatio + 0.5, 0.0, 1.0);
}

void main() {
  vec2 offset = (gl_PointCoord * 2.0 - 1.0) * sizes.z;
  float disc = cover(sizes.x - length(offset));
  float diamond = cover((sizes.x * 1.4 - abs(offset.x) - abs(offset.y)) * 0.7071);
  vec4 point = vec4(color.rgb, 1.0) * color.a * mix(disc, diamond, isArea);
  float band = cover(1.0 - abs(length(offset) - sizes.y)) * ring.a * step(0.5, sizes.y);
  fragment = vec4(ring.rgb, 1.0) * band + point * (1.0 - band);
  if (fragment.a == 0.0) discard;
}
`;
