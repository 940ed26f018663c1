interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size of a picture that fits into a square, in whole pixels, at least one each; never larger than it is. */
export function fitted({ width, height }: Size, longest: number): Size {
  const scale = Math.min(1, longest / Math.max(width, height, 1));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}
