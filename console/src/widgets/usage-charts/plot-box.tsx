import Box from "@mui/material/Box";
import { type ReactNode, startTransition, useEffect, useLayoutEffect, useRef, useState } from "react";
import { pageWidth } from "./page-width";

interface PlotBoxProps {
  height: number;
  /** Fills the page's column: drawn before the browser has laid it out, so that a page that is rendered hidden is complete. */
  wide?: boolean | undefined;
  /** Begins below the fold: drawn right after the rest of a new page, in slices. */
  later?: boolean | undefined;
  /** The plot for a width in pixels. */
  children: (width: number) => ReactNode;
}

/** Both borders of a card. */
const borders = 2;

/** Draws a plot as wide as there is room. The chart library would draw it without a width first, and measure it twice. */
export function PlotBox({ height, wide, later, children }: PlotBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(() => {
    const column = wide ? pageWidth.get() : undefined;
    return column === undefined ? undefined : column - borders;
  });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || later) return;
    const measure = (): void => setWidth(widthOf(element));
    measure();
    return observe(element, measure);
  }, [later]);
  useEffect(() => {
    const element = box.current;
    if (!element || !later) return;
    const measure = (): void => startTransition(() => setWidth(widthOf(element)));
    measure();
    return observe(element, measure);
  }, [later]);
  return (
    // A narrower page must be able to shrink it.
    <Box ref={box} aria-hidden sx={{ height, overflow: "hidden" }}>
      {width !== undefined && children(width)}
    </Box>
  );
}

const widthOf = (element: HTMLElement): number => Math.floor(element.getBoundingClientRect().width);

function observe(element: HTMLElement, measure: () => void): () => void {
  const observer = new ResizeObserver(measure);
  observer.observe(element);
  return () => observer.disconnect();
}
