import { expect, test } from 'vitest';
import { isSoftwareRenderer } from '../../../../../renderer/map/detections/detections-layer.ts';

test.each([
  ['ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), SwiftShader driver)', true],
  ['Google SwiftShader', true],
  ['ANGLE (Mesa, llvmpipe (LLVM 15.0.6 256 bits), OpenGL 4.5)', true],
  ['softpipe', true],
  ['ANGLE (Microsoft, Microsoft Basic Render Driver (0x0000008C) Direct3D11 vs_5_0 ps_5_0, D3D11)', true],
  ['Apple Software Renderer', true],
  ['ANGLE (NVIDIA Corporation, NVIDIA H200/PCIe/SSE2, OpenGL ES 3.2 NVIDIA 570)', false],
  ['ANGLE (Intel, Mesa Intel(R) UHD Graphics 620 (KBL GT2), OpenGL 4.6)', false],
  ['ANGLE (Apple, ANGLE Metal Renderer: Apple M3, Unspecified Version)', false],
  ['WebKit WebGL', false],
])('%s', (name, isSoftware) => {
  expect(isSoftwareRenderer(name)).toBe(isSoftware);
});
