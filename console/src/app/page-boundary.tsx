import { Component, type ReactNode } from "react";
import type { Location } from "react-router";
import { CrashedPage } from "./crash-page";

interface PageBoundaryProps {
  /** Of the page; with another one, the page is tried again. */
  location: Location;
  children: ReactNode;
}

interface PageBoundaryState {
  location: Location;
  failure?: { error: unknown } | undefined;
}

/** Replaces a page that threw, for pages that are not rendered by React Router's own outlet. */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { location: this.props.location };

  static getDerivedStateFromError = (error: unknown): Partial<PageBoundaryState> => ({ failure: { error } });

  static getDerivedStateFromProps(
    { location }: PageBoundaryProps,
    state: PageBoundaryState,
  ): PageBoundaryState | null {
    return location === state.location ? null : { location, failure: undefined };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure ? <CrashedPage error={failure.error} /> : this.props.children;
  }
}
