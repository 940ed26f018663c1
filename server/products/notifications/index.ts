import type { ProductContext } from '../product.ts';
import { NotificationEngine } from './engine.ts';
import { notificationHandlers } from './handlers.ts';

export const notifications = {
  async open(context: ProductContext) {
    const engine = new NotificationEngine(context);
    await engine.start();
    return { handlers: notificationHandlers(context), close: () => engine.close() };
  },
};
