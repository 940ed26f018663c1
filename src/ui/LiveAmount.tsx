import { useSnapshot } from 'valtio';
import { settings } from '../state/settings.ts';
import type { LiveTextProps } from './LiveText.tsx';
import { LiveText } from './LiveText.tsx';

/** What stands in place of an amount of the user's own money while amounts are hidden. */
const COVER = '••••';

/** The user's own amount that changes without a render; while amounts are hidden it is nowhere in the page. */
export function LiveAmount(props: LiveTextProps) {
  const { hideAmounts } = useSnapshot(settings);
  return hideAmounts ? <span className={props.className}>{COVER}</span> : <LiveText {...props} />;
}

interface AmountProps {
  readonly text: string;
  readonly className?: string | undefined;
  /** Of the amount: colours it while it is shown. */
  readonly direction?: -1 | 0 | 1;
}

/** The user's own amount that stands still. */
export function Amount({ text, className, direction }: AmountProps) {
  const { hideAmounts } = useSnapshot(settings);
  if (hideAmounts) return <span className={className}>{COVER}</span>;
  const mark = direction === undefined ? undefined : direction > 0 ? 'up' : direction < 0 ? 'down' : 'flat';
  return (
    <span className={className} data-direction={mark}>
      {text}
    </span>
  );
}
