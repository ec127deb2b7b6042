import Box from "@mui/material/Box";
import { useLayoutEffect, useRef } from "react";
import { contentStyles } from "./content-styles";
import { renderContent } from "./render-content";

export interface RenderedContentProps {
  text: string;
  /** Heading for readers that do not see, where the content has no first heading of its own. */
  title?: string;
  /** Small and quiet, for the footer. */
  quiet?: boolean;
}

/** Markdown and HTML of the operator's, made harmless. Its code is fetched with the first content that is shown. */
export function RenderedContent({ text, title, quiet = false }: RenderedContentProps) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const content = renderContent(text);
    if (title !== undefined && content.querySelector("h1") === null) content.prepend(hiddenHeading(title));
    place.current?.replaceChildren(content);
  }, [text, title]);
  return <Box ref={place} sx={contentStyles(quiet)} />;
}

function hiddenHeading(title: string): HTMLHeadingElement {
  const heading = document.createElement("h1");
  heading.textContent = title;
  heading.className = "hidden-heading";
  return heading;
}
