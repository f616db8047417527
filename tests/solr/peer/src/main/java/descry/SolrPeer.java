package descry;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.apache.solr.common.util.ContentStreamBase;
import org.apache.solr.common.util.Utils;
import org.apache.solr.core.CoreContainer;
import org.apache.solr.core.SolrCore;
import org.apache.solr.request.LocalSolrQueryRequest;
import org.apache.solr.request.SolrRequestInfo;
import org.apache.solr.response.JSONResponseWriter;
import org.apache.solr.response.SolrQueryResponse;

/**
 * A Solr without HTTP: a request a line on standard input, its answer a line on standard output,
 * both JSON objects.
 *
 * <pre>
 * {"op":"core","chains":{NAME:{PARAMETER:VALUE}}}   an empty core takes the place of the last one
 * {"op":"update","params":[[N,V]],"body":"JSON"}    body is a string, so that 1.0 stays 1.0
 * {"op":"select","params":[[N,V]]}
 * {"op":"time","params":[[N,V]],"repeat":N}         {"seconds":[...], "numFound":N}
 * {"op":"clear"}                                    deletes all documents
 * </pre>
 *
 * Answers: {"status":200,"response":{what Solr writes}}, with "error":MESSAGE and Solr's status
 * code where a request is refused; what was found until then is in "response".
 */
public final class SolrPeer {
    private final CoreContainer container;
    private final Path home;
    private SolrCore core;
    private int cores;

    private SolrPeer(Path home) throws Exception {
        this.home = home;
        Files.writeString(home.resolve("solr.xml"), "<solr/>");
        container = new CoreContainer(home, new java.util.Properties());
        container.load();
    }

    public static void main(String[] arguments) throws Exception {
        // Whatever else prints must not come between the answers.
        PrintStream answers = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        System.setOut(System.err);
        SolrPeer peer = new SolrPeer(Path.of(arguments[0]));
        BufferedReader requests =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line; (line = requests.readLine()) != null; ) {
            answers.println(peer.answer(line));
            answers.flush();
        }
        System.exit(0);
    }

    private String answer(String line) {
        try {
            Map<?, ?> request = (Map<?, ?>) Utils.fromJSONString(line);
            switch ((String) request.get("op")) {
                case "core":
                    return makeCore((Map<?, ?>) request.get("chains"));
                case "update":
                    return run("/update", parameters(request), (String) request.get("body"));
                case "select":
                    return run("/select", parameters(request), null);
                case "time":
                    return time(parameters(request), ((Number) request.get("repeat")).intValue());
                case "clear":
                    ModifiableSolrParams commit = new ModifiableSolrParams();
                    commit.set("commit", true);
                    return run("/update", commit, "{\"delete\":{\"query\":\"*:*\"}}");
                default:
                    throw new IllegalArgumentException("unknown op: " + line);
            }
        } catch (Exception error) {
            return failure(error, "null");
        }
    }

    private static ModifiableSolrParams parameters(Map<?, ?> request) {
        ModifiableSolrParams parameters = new ModifiableSolrParams();
        for (Object pair : (List<?>) request.get("params")) {
            parameters.add((String) ((List<?>) pair).get(0), (String) ((List<?>) pair).get(1));
        }
        return parameters;
    }

    private String makeCore(Map<?, ?> chains) throws Exception {
        if (core != null) container.unload(core.getName(), true, true, true);
        String name = "core" + ++cores;
        Path conf = Files.createDirectories(home.resolve(name).resolve("conf"));
        Files.write(conf.resolve("schema.xml"), resource("schema.xml"));
        String config = new String(resource("solrconfig.xml"), StandardCharsets.UTF_8);
        Files.writeString(conf.resolve("solrconfig.xml"),
                          config.replace("<!-- CHAINS -->", ChainXml.of(chains)));
        core = container.create(name, home.resolve(name), Map.of(), false);
        return "{\"status\":200,\"response\":{}}";
    }

    private static byte[] resource(String name) throws Exception {
        try (var stream = SolrPeer.class.getResourceAsStream("/" + name)) {
            return stream.readAllBytes();
        }
    }

    private LocalSolrQueryRequest request(ModifiableSolrParams parameters, String body) {
        parameters.set("wt", "json");
        parameters.set("indent", "false");
        LocalSolrQueryRequest request = new LocalSolrQueryRequest(core, parameters);
        if (body != null) {
            ContentStreamBase stream = new ContentStreamBase.StringStream(body);
            stream.setContentType("application/json");
            request.setContentStreams(List.of(stream));
        }
        return request;
    }

    private String run(String handler, ModifiableSolrParams parameters, String body) {
        LocalSolrQueryRequest request = request(parameters, body);
        SolrQueryResponse response = new SolrQueryResponse();
        SolrRequestInfo.setRequestInfo(new SolrRequestInfo(request, response));
        String written = "null";
        try {
            core.execute(core.getRequestHandler(handler), request, response);
            StringWriter text = new StringWriter();
            new JSONResponseWriter().write(text, request, response);
            written = text.toString().strip();
            if (response.getException() != null) return failure(response.getException(), written);
            return "{\"status\":200,\"response\":" + written + "}";
        } catch (Exception error) {
            return failure(error, written);
        } finally {
            SolrRequestInfo.clearRequestInfo();
            request.close();
        }
    }

    private static String failure(Throwable error, String written) {
        int status = error instanceof SolrException ? ((SolrException) error).code() : 500;
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("status", status);
        answer.put("error", String.valueOf(error.getMessage()));
        String head = Utils.toJSONString(answer).strip();
        return (head.substring(0, head.length() - 1) + ",\"response\":" + written + "}")
            .replace("\n", " ");
    }

    private String time(ModifiableSolrParams parameters, int repeat) throws Exception {
        List<Double> seconds = new ArrayList<>();
        Object found = null;
        for (int i = 0; i < repeat; ++i) {
            LocalSolrQueryRequest request = request(parameters, null);
            SolrQueryResponse response = new SolrQueryResponse();
            SolrRequestInfo.setRequestInfo(new SolrRequestInfo(request, response));
            try {
                long begin = System.nanoTime();
                core.execute(core.getRequestHandler("/select"), request, response);
                seconds.add((System.nanoTime() - begin) * 1e-9);
                if (response.getException() != null) throw response.getException();
                found = response.getToLog().get("hits");
            } finally {
                SolrRequestInfo.clearRequestInfo();
                request.close();
            }
        }
        return Utils.toJSONString(Map.of("seconds", seconds, "numFound", found))
            .replace("\n", " ");
    }
}
