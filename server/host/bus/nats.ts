import { createRequire } from 'node:module';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Bus } from '../../base/bus.ts';

/**
 * It is CommonJS: `import()` guesses the names that it exports by reading its files, and once in dozens of starts on a
 * busy machine there was no `connect` among them.
 */
const load = createRequire(import.meta.url);
/** A bus that is lost is looked for this often. */
const AGAIN_MS = 250;
/** A bus that does not answer is lost after two of these. */
const PING_MS = 2_000;
/** A bus that ends is waited for so long to take what was said last. */
const FLUSH_MS = 500;

/** Who connects, for the bus's own log; the address may hold a user and a password, or a token. */
interface BusSettings {
  readonly url: string;
  readonly name: string;
  readonly log: (event: string, detail: Readonly<Record<string, unknown>>) => void;
}

/** A bus on NATS. Resolves once it is reached, however long that takes; the package is loaded here alone. */
export async function connectBus({ url, name, log }: BusSettings): Promise<Bus> {
  const { connect } = load('@nats-io/transport-node') as typeof import('@nats-io/transport-node');
  const { host, protocol, username, password } = new URL(url);
  const isToken = username !== '' && password === '';
  const connection = await connect({
    servers: `${protocol}//${host}`,
    name,
    ...(isToken ? { token: decodeURIComponent(username) } : {}),
    ...(password === '' ? {} : { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    noEcho: true,
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: AGAIN_MS,
    reconnectJitter: AGAIN_MS,
    pingInterval: PING_MS,
    maxPingOut: 2,
  });
  return busOn(connection, log);
}

function busOn(connection: NatsConnection, log: BusSettings['log']): Bus {
  let isConnected = true;
  let returns = 0;
  const watch = async (): Promise<void> => {
    for await (const { type } of connection.status()) {
      if (type === 'reconnect') {
        returns += 1;
        isConnected = true;
      } else if (type === 'disconnect' || type === 'close') isConnected = false;
      if (type !== 'ping') log('bus', { status: type });
    }
    isConnected = false;
  };
  watch().catch((error: unknown) => log('bus', { error: String(error) }));
  return {
    get isConnected() {
      return isConnected && !connection.isClosed();
    },
    get returns() {
      return returns;
    },
    get mostBytes() {
      return connection.info?.max_payload ?? 1_048_576;
    },
    publish(subject, data) {
      // The library keeps for later what it cannot send: prices of then are nothing that should arrive now.
      if (isConnected && !connection.isClosed()) connection.publish(subject, data);
    },
    subscribe(subject, take) {
      const subscription = connection.subscribe(subject, {
        callback: (error, message) => {
          if (error) log('bus', { error: String(error) });
          else take(message.data);
        },
      });
      return () => subscription.unsubscribe();
    },
    async close() {
      // What was published last goes out before, unless nobody is there to take it.
      const flushed =
        isConnected && !connection.isClosed() ? connection.flush().catch(() => undefined) : undefined;
      await Promise.race([flushed, new Promise((resolve) => setTimeout(resolve, FLUSH_MS).unref())]);
      await connection.close();
    },
  };
}
