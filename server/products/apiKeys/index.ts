import type { ProductContext } from '../product.ts';
import { apiKeyHandlers } from './handlers.ts';

export const apiKeys = {
  async open(context: ProductContext) {
    return { handlers: apiKeyHandlers(context), close: async () => undefined };
  },
};
