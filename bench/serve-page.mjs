import { servePages } from './serve.mjs';

const { port } = await servePages(Number(process.env.PORT ?? 8480));
console.log(`http://127.0.0.1:${port}/bench/market-list?u=50000&symbols=2000&sort=0&hz=20`);
