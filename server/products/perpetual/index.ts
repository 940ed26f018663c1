import type { CallName } from '../../../domain/contract/index.ts';
import type { Queries } from '../../base/db/database.ts';
import { MarkBars } from '../../market/marks/markBars.ts';
import { orderQueueOf } from '../../matching/orderQueues.ts';
import type { ProductContext } from '../product.ts';
import { freeToTake } from './free.ts';
import { perpetualHandlers } from './handlers.ts';
import { openPerpetuals } from './perpetuals.ts';

export const perpetual = {
  async open(context: ProductContext) {
    const { settings, orderClock, privateStreams } = context;
    const perpetuals = await openPerpetuals(
      {
        ...context,
        clock: orderClock,
        published: privateStreams.published,
        fundingHours: settings.fundingHours,
      },
      privateStreams.isHere,
    );
    const { engine } = perpetuals;
    const { db, clock, log } = context;
    const markBars = new MarkBars({ marks: engine.marks, db, clock, log });
    await markBars.start();
    return {
      handlers: perpetualHandlers(engine),
      books: engine,
      marks: engine.marks,
      markBars,
      liquidationTape: engine.liquidationTape,
      shedderOf: (name: CallName) => (orderQueueOf(name) === 'perpetual' ? engine.shedder : undefined),
      freeToTake: (tx: Queries, userId: number) => freeToTake(tx, perpetuals, userId),
      onPublished: perpetuals.received,
      async close() {
        await perpetuals.close();
        await markBars.close();
      },
    };
  },
};
