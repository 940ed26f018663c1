import { join } from 'node:path';
import { compress, vite } from './build.mjs';
import { install } from './install.mjs';
import { root, sourceDigest } from './sources.mjs';

install();
const out = process.env.OUT_DIR ?? 'dist/static';
const id = sourceDigest();
await vite('build/static.config.ts', { BUILD_ID: id, OUT_DIR: out });
await compress(join(root, out));
console.log(`built ${id} into ${out}: serve it from any static host, and open it with ?source=binance`);
