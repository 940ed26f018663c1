import type { ComponentType } from 'react';
import { lazy } from 'react';
import { lazyChunk } from './chunks.ts';
import type { Screen } from './route.ts';

/** A screen whose code comes when its route is first opened. */
export const screen = (load: () => Promise<{ default: ComponentType }>): Screen => lazy(lazyChunk(load));
