import Box from "@mui/material/Box";
import { useQuery } from "@tanstack/react-query";
import { Navigate } from "react-router";
import { selfQuery } from "../lib/session/self-query";
import { paths } from "./paths";

/** Redirects to the 404 page once the server has answered who this is: the stored role may be from before a promotion. */
export function AskRole() {
  const { isFetching } = useQuery({ ...selfQuery, staleTime: 0 });
  return isFetching ? <Box aria-busy /> : <Navigate to={paths.panelNotFound} replace />;
}
