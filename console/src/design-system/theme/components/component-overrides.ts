import type { Components, Theme } from "@mui/material/styles";
import { controls } from "./controls";
import { lists } from "./lists";
import { surfaces } from "./surfaces";

/** The look of every part of the library that we use, by family. */
export const componentOverrides: Components<Theme> = { ...surfaces, ...controls, ...lists };
