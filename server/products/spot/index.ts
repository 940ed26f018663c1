import type { CallName } from '../../../domain/contract/index.ts';
import { orderQueueOf } from '../../matching/orderQueues.ts';
import type { ProductContext } from '../product.ts';
import { SpotEngine } from './engine.ts';
import { spotHandlers } from './handlers.ts';
import { openVenueFills } from './venueFills.ts';

export const spot = {
  async open(context: ProductContext) {
    const engine = new SpotEngine({ ...context, clock: context.orderClock });
    await engine.start();
    const fills = openVenueFills(engine);
    return {
      handlers: spotHandlers(engine),
      books: engine,
      shedderOf: (name: CallName) => (orderQueueOf(name) === 'spot' ? engine.shedder : undefined),
      async close() {
        fills.close();
        await engine.idle();
        engine.close();
      },
    };
  },
};
