import type { ComponentProps } from 'react';
import { look } from './look.ts';
import styles from './SearchField.module.css';

interface SearchFieldProps extends Pick<ComponentProps<'input'>, 'autoCapitalize' | 'onBlur'> {
  /** What is searched, for those who do not see the field. */
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly most: number;
  /** There is something to see without a search, which a keyboard would cover. */
  readonly isBrowsed?: boolean;
  /** In a sheet, which has room around it already. */
  readonly isInset?: boolean;
  readonly onType: (text: string) => void;
}

/** A field that searches as one types. */
export function SearchField({
  label,
  placeholder,
  value,
  most,
  isBrowsed = false,
  isInset,
  onType,
  ...more
}: SearchFieldProps) {
  return (
    <search className={look('block', styles['search'])} data-inset={isInset}>
      <input
        {...more}
        type="search"
        inputMode="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={most}
        // biome-ignore lint/a11y/noAutofocus: the screen is empty until the user types, which is what they open it for
        autoFocus={!isBrowsed}
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={({ target }) => onType(target.value)}
      />
    </search>
  );
}
