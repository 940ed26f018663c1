import { randomInt } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { WebSocket } from 'ws';
import type { Socket, VenueDeps } from '../../../feeds/index.ts';
import { createAsk } from '../../../feeds/index.ts';
import type { LiveClock } from '../../market/live/clock.ts';
import { deviceClock } from '../device/clock.ts';

/** A venue that has not answered by then is not waited for. */
const ANSWER_MS = 15_000;
const RANDOM_STEPS = 2 ** 32;
/** No venue's message comes near. */
const MOST_BYTES = 32 * 1024 * 1024;

/** The device's time for venues and what reads them. */
export const liveClock: LiveClock = { ...deviceClock, monotonic: () => performance.now() };

/** Network, time and chance for reading venues on this device. */
export const venueDeps: VenueDeps = {
  clock: liveClock,
  random: () => randomInt(RANDOM_STEPS) / RANDOM_STEPS,
  createSocket,
  ask: createAsk((url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(ANSWER_MS) })),
};

function createSocket(url: string): Socket {
  const socket = new WebSocket(url, { maxPayload: MOST_BYTES, handshakeTimeout: ANSWER_MS });
  // Text comes as text; a binary message is handed on as it is, and dropped as one that cannot be read.
  const own: Socket = {
    get readyState() {
      return socket.readyState;
    },
    send: (text) => socket.send(text),
    close: (code, reason) => socket.close(code, reason),
    onopen: null,
    onmessage: null,
    onclose: null,
    onerror: null,
  };
  socket.on('open', () => own.onopen?.());
  socket.on('message', (data, isBinary) => own.onmessage?.({ data: isBinary ? data : String(data) }));
  socket.on('close', (code, reason) => own.onclose?.({ code, reason: String(reason) }));
  socket.on('error', () => own.onerror?.());
  return own;
}
