import type { CallName } from '../../domain/contract/index.ts';
import { RuleError } from '../../domain/index.ts';
import type { Caller } from '../books/users/context.ts';
import { mayStoreUpload } from '../books/users/storeUpload.ts';
import type { OpenProduct, ProductContext } from '../products/product.ts';
import type { AllContext } from './products.ts';
import { products } from './products.ts';

type Opened = Awaited<ReturnType<(typeof products)[number]['open']>>;
type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
/** Answers of all products: a call of the contract that none answers does not compile where they are put together. */
export type ProductHandlers = Intersection<Opened['handlers']>;

type Context = Omit<AllContext, 'marks'>;

/** All products, as one. */
export class OpenProducts {
  readonly #opened: OpenProduct[] = [];

  /** Opens one product after the other. @throws what keeps one from opening. */
  async open(given: Context): Promise<void> {
    const context: AllContext = {
      ...given,
      marks: () => this.marks?.rows() ?? [],
    };
    for (const product of products) this.#opened.push(await product.open(context));
  }

  get handlers(): ProductHandlers {
    return Object.assign({}, ...this.#opened.map(({ handlers }) => handlers)) as ProductHandlers;
  }

  get books(): NonNullable<OpenProduct['books']>[] {
    return this.#opened.flatMap(({ books }) => books ?? []);
  }

  get marks(): OpenProduct['marks'] {
    return this.#opened.find(({ marks }) => marks)?.marks;
  }

  get markBars(): OpenProduct['markBars'] {
    return this.#opened.find(({ markBars }) => markBars)?.markBars;
  }

  get liquidationTape(): OpenProduct['liquidationTape'] {
    return this.#opened.find(({ liquidationTape }) => liquidationTape)?.liquidationTape;
  }

  /** @throws {RuleError} `unavailable` before the start. */
  readonly freeToTake: NonNullable<ProductContext['futuresFree']> = (tx, userId) => {
    const product = this.#opened.find(({ freeToTake }) => freeToTake);
    if (!product?.freeToTake) throw new RuleError('unavailable');
    return product.freeToTake(tx, userId);
  };

  readonly shedderOf = (name: CallName) =>
    this.#opened.map(({ shedderOf }) => shedderOf?.(name)).find((shedder) => shedder !== undefined);

  readonly onPublished = (stream: string): void => {
    for (const { onPublished } of this.#opened) onPublished?.(stream);
  };

  readonly mayUpload = (
    deps: Pick<ProductContext, 'limits'>,
    name: CallName,
    caller: Caller,
  ): Promise<void> =>
    this.#opened.map(({ mayUpload }) => mayUpload?.(name, caller)).find((answer) => answer !== undefined) ??
    mayStoreUpload(deps, caller);

  /** Closes the last one first. */
  async close(): Promise<void> {
    for (const product of this.#opened.toReversed()) await product.close();
  }
}
