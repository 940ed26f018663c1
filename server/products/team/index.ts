import type { ProductContext } from '../product.ts';
import { TeamEngine } from './engine.ts';
import { teamHandlers } from './handlers.ts';

export const team = {
  async open(context: ProductContext) {
    const engine = new TeamEngine(context);
    await engine.start();
    return { handlers: teamHandlers(context), close: () => engine.close() };
  },
};
