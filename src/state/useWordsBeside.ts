import { useRef, useState } from 'react';

/**
 * Words that stand until what they stand beside is another: why one amount was refused is wrong beside the next.
 * @param about as text; what it is when the words come counts, as an answer may come late. @returns the words, empty
 * where there are none, and what shows others.
 */
export function useWordsBeside(about: string): readonly [words: string, show: (words: string) => void] {
  const now = useRef(about);
  now.current = about;
  const [shown, setShown] = useState({ about, words: '' });
  return [shown.about === about ? shown.words : '', (words) => setShown({ about: now.current, words })];
}
