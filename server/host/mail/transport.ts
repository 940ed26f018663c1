import { createTransport } from 'nodemailer';
import type { Settings } from '../../base/settings.ts';
import type { MessageTransport } from '../../books/users/messages.ts';
import type { MailStyle } from './html.ts';
import { brandedMail } from './html.ts';

const TIMEOUT_MS = 15_000;

/**
 * Mail by SMTP and text messages by an HTTP gateway, each where it is set. @param style of mails, beside their text.
 * @param patience how long either service may be silent, ms: all other messages wait meanwhile.
 */
export function createMessageTransport(
  { smtpUrl, mailFrom = '', smsUrl }: Pick<Settings, 'smtpUrl' | 'mailFrom' | 'smsUrl'>,
  style: MailStyle,
  patience = TIMEOUT_MS,
): MessageTransport {
  const mail =
    smtpUrl === undefined
      ? undefined
      : createTransport(
          {
            url: smtpUrl,
            ...{ connectionTimeout: patience, greetingTimeout: patience, socketTimeout: patience },
          },
          { from: mailFrom, disableFileAccess: true, disableUrlAccess: true },
        );
  const gateway = smsUrl === undefined ? undefined : gatewayOf(smsUrl);
  return {
    has: (kind) => (kind === 'email' ? mail !== undefined : gateway !== undefined),
    async sendMail(to, subject, text) {
      if (!mail) throw new Error('SMTP_URL is not set');
      await mail.sendMail({ to: { name: '', address: to }, subject, ...brandedMail(text, style) });
    },
    async sendSms(to, text) {
      if (!gateway) throw new Error('SMS_URL is not set');
      const answer = await fetch(gateway.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...gateway.headers },
        body: JSON.stringify({ to, text }),
        redirect: 'error',
        signal: AbortSignal.timeout(patience),
      });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`the gateway answered ${answer.status}`);
    },
  };
}

/** `fetch` takes no address with a name and a password, and its refusal, which is logged, has both in it. */
function gatewayOf(address: string): { readonly url: URL; readonly headers: { authorization?: string } } {
  const url = new URL(address);
  const { username, password } = url;
  if (username === '' && password === '') return { url, headers: {} };
  [url.username, url.password] = ['', ''];
  const both = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { url, headers: { authorization: `Basic ${Buffer.from(both).toString('base64')}` } };
}
