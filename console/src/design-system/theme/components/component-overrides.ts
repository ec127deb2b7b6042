import type { Components, Theme } from "@mui/material/styles";
import { controls } from "./controls";
import { lists } from "./lists";
import { surfaces } from "./surfaces";

/** Style overrides of every library component in use, by family. */
export const componentOverrides: Components<Theme> = { ...surfaces, ...controls, ...lists };
