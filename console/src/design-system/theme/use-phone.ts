import useMediaQuery from "@mui/material/useMediaQuery";
import { phoneQuery } from "./tokens";

/** True on phones: rows become cards, panels take the whole screen. */
export function usePhone(): boolean {
  return useMediaQuery(phoneQuery, { noSsr: true });
}
