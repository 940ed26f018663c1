import styles from './Skeleton.module.css';

/** Rows on their way, in the place they will have. */
export function Skeleton({ rows }: { readonly rows: number }) {
  return (
    <div className={styles['skeleton']} aria-busy="true">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without content have nothing else
        <span key={row} />
      ))}
    </div>
  );
}
