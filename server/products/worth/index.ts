import type { Handlers } from '../../books/users/callHandlers.ts';
import { userOfCall } from '../../books/users/handlers.ts';
import type { ProductContext } from '../product.ts';
import { WorthKeeper } from './keeper.ts';

export const worth = {
  async open(context: ProductContext) {
    const marks = () => context.marks().map(([id, mark]): [string, string] => [id, mark]);
    const keeper = new WorthKeeper({ ...context, marks });
    await keeper.start();
    const worthOf: Handlers['account.worth'] = (request, caller) =>
      keeper.of(userOfCall(caller).user.userId, request);
    return { handlers: { 'account.worth': worthOf }, close: () => keeper.close() };
  },
};
