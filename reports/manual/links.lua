-- Links between chapters lead to the HTML pages that are made of them.
function Link(link)
  local path, rest = link.target:match("^([^#:]*)%.md(.*)$")
  if path and (not path:find("/") or path:find("PHYSICS$")) then
    link.target = (path == "README" and "index" or path) .. ".html" .. rest
  end
  return link
end
