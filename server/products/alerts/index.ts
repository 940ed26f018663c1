import type { ProductContext } from '../product.ts';
import { AlertEngine } from './engine.ts';
import { alertHandlers } from './handlers.ts';

export const alerts = {
  async open(context: ProductContext) {
    const engine = new AlertEngine(context);
    await engine.start();
    return { handlers: alertHandlers(engine), close: () => engine.close() };
  },
};
