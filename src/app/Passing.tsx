import { JournalToasts } from './JournalToasts.tsx';
import { News } from './News.tsx';

/** Toasts, on whatever screen the user is: it may come a moment after the first screen. */
export default function Passing() {
  return (
    <>
      <JournalToasts />
      <News />
    </>
  );
}
