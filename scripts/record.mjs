import { runBundle } from './bundle.mjs';

runBundle('record.js');
