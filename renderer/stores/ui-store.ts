import { z } from 'zod';
import { persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import type { LonLat } from '../../shared/geo/geometry.ts';
import type { OpenedFile } from '../../shared/workspace/opened-file.ts';
import type { ChannelName } from '../map/detections/detections-messages.ts';
import type { ChannelState, DensityState, DrawingState, MapTool, MapView } from '../map/map-types.ts';
import type { InspectorLink } from './inspector-store.ts';
import { isDrawer, type PanelLayout, type PanelSlot, type WindowSize } from './panel-layout.ts';
import { persistOptions } from './persist-options.ts';

export type PanelName = 'orders' | 'areas' | 'results' | 'review' | 'layers';
/** The sections of the settings dialog, as they are listed. */
export const settingsSections = [
  'appearance',
  'units',
  'keys',
  'limits',
  'profiles',
  'workspace',
  'storage',
  'network',
  'about',
] as const;
export type SettingsSection = (typeof settingsSections)[number];
/** The dialogs of the page; at most one is open. */
export type DialogName =
  | 'sign-in'
  | 'export'
  | 'fetch-chips'
  | 'query-text'
  | 'conditions'
  | 'save-search'
  | 'compare-runs'
  | 'history'
  | 'typed-area'
  | 'go-to'
  | 'picture'
  | 'help'
  | 'settings'
