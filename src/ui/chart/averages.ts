import type { movingAverages as sent } from '../../../workers/api.ts';

/** Lengths of the moving averages, as the worker sends them. */
export const movingAverages: typeof sent = [7, 25, 99];
