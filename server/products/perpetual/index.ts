import type { CallName } from '../../../domain/contract/index.ts';
import type { Queries } from '../../base/db/database.ts';
import type { ProductContext } from '../product.ts';
import { freeToTake } from './free.ts';
import { isFuturesCall, perpetualHandlers } from './handlers.ts';
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
    return {
      handlers: perpetualHandlers(engine),
      books: engine,
      marks: engine.marks,
      shedderOf: (name: CallName) => (isFuturesCall(name) ? engine.shedder : undefined),
      freeToTake: (tx: Queries, userId: number) => freeToTake(tx, perpetuals, userId),
      onPublished: perpetuals.heard,
      close: perpetuals.close,
    };
  },
};
