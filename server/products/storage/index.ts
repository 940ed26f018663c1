import type { ProductContext } from '../product.ts';
import { StorageEngine } from './engine.ts';
import { storageHandlers } from './handlers.ts';
import { storageOps } from './ops.ts';

export const storage = {
  ops: storageOps,
  async open(context: ProductContext) {
    const engine = new StorageEngine(context);
    await engine.start();
    return { handlers: storageHandlers(context), close: () => engine.close() };
  },
};
