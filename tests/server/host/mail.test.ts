import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { createServer } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import type { MailStyle } from '../../../server/host/mail/html.ts';
import { createMessageTransport } from '../../../server/host/mail/transport.ts';

const style: MailStyle = {
  venueName: 'Tidemark',
  footer: '',
  colours: { ground: '', surface: '', text: '', faint: '', accent: '' },
};
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

it('gives up on a mail server that falls silent in the middle', async () => {
  const server = createServer((socket) => {
    closing.push(() => socket.destroy());
    socket.write('220 here\r\n');
  });
  closing.push(() => server.close());
  const settings = {
    smtpUrl: `smtp://127.0.0.1:${await portOf(server)}`,
    mailFrom: 'a@b.example',
    smsUrl: undefined,
  };
  const { sendMail } = createMessageTransport(settings, style, 100);
  await expect(sendMail('ann@people.example', 'Code', '123456')).rejects.toThrow(/timeout/i);
});

it('logs in at a gateway for text messages whose address has a name and a password', async () => {
  const received: (string | undefined)[] = [];
  const server = createHttpServer((request, response) => {
    received.push(request.headers.authorization, request.url);
    response.end();
  });
  closing.push(() => server.close());
  const smsUrl = `http://me:p%40ss@127.0.0.1:${await portOf(server)}/send?from=1`;
  await createMessageTransport({ smtpUrl: undefined, mailFrom: '', smsUrl }, style).sendSms('+1', 'text');
  expect(received).toEqual([`Basic ${Buffer.from('me:p@ss').toString('base64')}`, '/send?from=1']);
});
