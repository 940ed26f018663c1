import { runBundle } from './bundle.mjs';

runBundle('ops.js');
