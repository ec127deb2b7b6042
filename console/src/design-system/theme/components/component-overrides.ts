import type { ThemeOptions } from "@mui/material/styles";
import { controls } from "./controls";
import { lists } from "./lists";
import { surfaces } from "./surfaces";

/** Style overrides of every library component in use, by family. */
export const componentOverrides: NonNullable<ThemeOptions["components"]> = {
  ...surfaces,
  ...controls,
  ...lists,
};
