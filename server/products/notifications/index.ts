import type { ProductContext } from '../product.ts';
import { NotificationEngine } from './engine.ts';
import { notificationHandlers } from './handlers.ts';
import { PushEngine } from './push/engine.ts';
import { openPushKey } from './push/key.ts';
import type { PushService } from './push/service.ts';
import type { NoticeWords } from './push/words.ts';

export interface NotificationsContext extends ProductContext {
  readonly noticeWords: NoticeWords;
  /** Undefined where nothing is sent to push services. */
  readonly pushService: PushService | undefined;
}

export const notifications = {
  async open(context: NotificationsContext) {
    const engine = new NotificationEngine(context);
    const push = await openPush(context);
    engine.start();
    push?.engine.start();
    return {
      handlers: notificationHandlers(context, push),
      async close() {
        await Promise.all([engine.close(), push?.engine.close()]);
      },
    };
  },
};

async function openPush(context: NotificationsContext) {
  const { pushService: service, noticeWords: words } = context;
  if (!service) return undefined;
  const key = await openPushKey(context);
  return { service, key: key.publicKey, engine: new PushEngine({ ...context, service, key, words }) };
}
