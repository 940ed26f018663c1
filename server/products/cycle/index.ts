import type { ProductContext } from '../product.ts';
import { CycleEngine } from './engine.ts';
import { cycleHandlers } from './handlers.ts';
import { cycleOps } from './ops.ts';

export const cycle = {
  ops: cycleOps,
  async open(context: ProductContext) {
    const engine = new CycleEngine({ ...context, sources: context.indexSources });
    await engine.start();
    return { handlers: cycleHandlers(engine), close: () => engine.close() };
  },
};
