import type { ProductContext } from '../product.ts';
import { convertHandlers } from './handlers.ts';
import { ConvertService } from './service.ts';

export const convert = {
  async open(context: ProductContext) {
    const service = new ConvertService(context);
    return { handlers: convertHandlers(service), close: async () => service.close() };
  },
};
