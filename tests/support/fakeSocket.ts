import type { Socket } from '../../feeds/index.ts';

/** A socket that does what a test says. */
export class FakeSocket implements Socket {
  readyState = 0;
  readonly sent: { op: string; ch?: string[]; ts?: number }[] = [];
  isClosed = false;
  onopen: Socket['onopen'] = null;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;
  onerror: Socket['onerror'] = null;

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.isClosed = true;
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  deliver(message: unknown): void {
    const isData = typeof message === 'string' || message instanceof ArrayBuffer;
    this.onmessage?.({ data: isData ? message : JSON.stringify(message) });
  }
  drop(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code, reason: '' });
  }
}
