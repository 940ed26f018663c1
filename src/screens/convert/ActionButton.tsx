import styles from './ConvertDock.module.css';

interface ActionButtonProps {
  readonly text: string;
  /** In place of it while something is on its way. */
  readonly busyText: string;
  readonly isBusy: boolean;
  /** There is nothing to send now. */
  readonly isOff: boolean;
  readonly onTap: () => void;
}

/** The one button that moves money; it keeps its focus while it is on its way. */
export function ActionButton({ text, busyText, isBusy, isOff, onTap }: ActionButtonProps) {
  return (
    <button
      type="button"
      className={styles['action']}
      aria-busy={isBusy}
      aria-disabled={isBusy || isOff}
      onClick={onTap}
    >
      {isBusy ? busyText : text}
    </button>
  );
}
