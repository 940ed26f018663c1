import type { ProductContext } from '../product.ts';
import { SupportEngine } from './engine.ts';
import { supportHandlers } from './handlers.ts';
import { supportOps } from './ops.ts';

export const support = {
  ops: supportOps,
  async open(context: ProductContext) {
    const engine = new SupportEngine(context);
    engine.start();
    return { handlers: supportHandlers(context), close: () => engine.close() };
  },
};
