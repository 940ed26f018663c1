import type { ProductContext } from '../product.ts';
import { CycleEngine } from './engine.ts';
import { cycleHandlers } from './handlers.ts';
import { cycleOps } from './ops.ts';

export const cycle = {
  ops: cycleOps,
  async open(context: ProductContext) {
    const { source } = context;
    const engine = new CycleEngine({ ...context, sources: source.live?.venues ?? [source] });
    await engine.start();
    return { handlers: cycleHandlers(engine), close: () => engine.close() };
  },
};
