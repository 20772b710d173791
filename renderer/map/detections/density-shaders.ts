import { densityRampLength } from './density-ramp.ts';
import { detectionShaderHeader } from './detection-shaders.ts';

/** Counts each matching detection in its square. */
export const countVertexShader = `${detectionShaderHeader}
uniform vec4 viewToGrid; // factor and offset of x, then of y

void main() {
  gl_PointSize = 1.0;
  if (!matches(categoryColor().a)) {
    gl_Position = nowhere;
    return;
  }
  vec2 clip = clipPosition();
  gl_Position = vec4(clip.x * viewToGrid.x + viewToGrid.y, clip.y * viewToGrid.z + viewToGrid.w, 0.0, 1.0);
}
`;

/** One detection. */
export const countFragmentShader = `#version 300 es
precision highp float;
out vec4 fragment;
void main() {
  fragment = vec4(1.0, 0.0, 0.0, 0.0);
}
`;

/** A triangle that covers the whole render target. */
export const coverVertexShader = `#version 300 es
void main() {
  gl_Position = vec4(vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0), 0.0, 1.0);
}
`;

/** Smooths the counts slightly and colors them on a logarithmic scale. */
export const rampFragmentShader = `#version 300 es
precision highp float;

uniform sampler2D counts;
uniform float top;
uniform vec3 ramp[${densityRampLength}];
out vec4 fragment;

float countAt(ivec2 texel) {
  return texelFetch(counts, clamp(texel, ivec2(0), textureSize(counts, 0) - 1), 0).r;
}

void main() {
  ivec2 texel = ivec2(gl_FragCoord.xy);
  float smoothed = 0.0;
  for (int y = -1; y <= 1; y++) {
    for (int x = -1; x <= 1; x++) {
      smoothed += countAt(texel + ivec2(x, y)) * float((2 - abs(x)) * (2 - abs(y))) / 16.0;
    }
  }
  // A square never shows less than it holds, so that the colors can be read off the legend.
  float count = max(countAt(texel), 0.5 * smoothed);
  if (count == 0.0) {
    fragment = vec4(0.0);
    return;
  }
  float share = clamp(log(max(count, 1.0)) / log(top), 0.0, 1.0);
  float along = share * float(${densityRampLength - 1});
  int from = min(int(along), ${densityRampLength - 2});
  vec3 color = mix(ramp[from], ramp[from + 1], along - float(from));
  // Values below one: the faded edge of a single detection.
  float alpha = min(1.0, count * 1.6) * mix(0.8, 0.96, share);
  fragment = vec4(color * alpha, alpha);
}
`;

/** Draws the colored squares over the view. */
export const overlayFragmentShader = `#version 300 es
precision highp float;

uniform sampler2D colors;
uniform vec2 squaresPerPixel; // of the device
uniform vec2 origin;          // squares from the grid's lower left corner to the view's
out vec4 fragment;

void main() {
  vec2 square = gl_FragCoord.xy * squaresPerPixel + origin;
  fragment = texture(colors, square / vec2(textureSize(colors, 0)));
}
`;
