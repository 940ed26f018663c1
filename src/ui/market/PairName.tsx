import { look } from '../look.ts';
import styles from './PairName.module.css';

const LONG_CHARACTERS = 10;

/** A market's name. One that does not fit goes on in the next line, after its slash; a long one is written smaller. */
export function PairName({ name }: { readonly name: string }) {
  const [base, quote] = name.split('/');
  return (
    <b
      className={look('breaks shrinks', styles['name'])}
      data-long={name.length > LONG_CHARACTERS || undefined}
    >
      {base}
      {quote === undefined ? null : (
        <>
          /<wbr />
          {quote}
        </>
      )}
    </b>
  );
}
