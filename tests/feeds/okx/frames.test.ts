import { describe, expect, it } from 'vitest';
import { readFrame } from '../../../feeds/okx/frames.ts';

describe('a frame', () => {
  it.each([
    ['pong', { kind: 'pong' }],
    [
      '{"event":"subscribe","arg":{"channel":"tickers","instId":"ABC-USDT"},"connId":"a4d3ae55"}',
      { kind: 'done', event: 'subscribe', stream: 'tickers:ABC-USDT', id: undefined },
    ],
    [
      '{"event":"error","code":"60012","msg":"Invalid request","connId":"a"}',
      { kind: 'error', code: '60012', stream: undefined, id: undefined },
    ],
    [
      '{"event":"error","code":"60018","msg":"Wrong URL or channel:candle1m,instId:ABC-USDT doesn\'t exist."}',
      { kind: 'error', code: '60018', stream: 'candle1m:ABC-USDT', id: undefined },
    ],
    [
      '{"event":"notice","code":"64008","msg":"The connection will soon be closed"}',
      { kind: 'notice', code: '64008' },
    ],
    ['{"event":"channel-conn-count","channel":"x","connCount":"1"}', { kind: 'other' }],
    [
      '{"arg":{"channel":"books","instId":"ABC-USDT"},"action":"update","data":[{}]}',
      { kind: 'data', stream: 'books:ABC-USDT', action: 'update', rows: [{}] },
    ],
    [
      '{"arg":{"channel":"instruments","instType":"SPOT"},"data":[]}',
      { kind: 'data', stream: 'instruments:SPOT', action: undefined, rows: [] },
    ],
  ])('%s is read', (text, frame) => {
    expect(readFrame(text)).toEqual(frame);
  });
  it.each([
    ['{"arg":{"channel":"books"},"data":{}}'],
    ['{"arg":{"channel":5},"data":[]}'],
    ['{"data":[]}'],
    ['{"event":"error","code":60012}'],
    ['{"event":"subscribe"}'],
    ['{"arg":{"channel":"tickers","instId":"ABC-USDT"},"data":[{"la'],
    ['null'],
    ['[]'],
    ['"pong"'],
    [''],
    [undefined],
    [new ArrayBuffer(4)],
  ])('%s is dropped', (text) => {
    expect(readFrame(text)).toBeUndefined();
  });
});
